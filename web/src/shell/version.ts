declare const __VERSION__: string;

/** Of the page that is loaded, written into it by the build (vite.config.ts). */
export const version = __VERSION__;
