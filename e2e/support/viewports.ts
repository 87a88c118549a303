/** The two sizes every screen is made for. */

export const DESKTOP = { viewport: { width: 1440, height: 900 } };

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
