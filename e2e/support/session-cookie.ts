/** The cookie that signs a browser in, as Playwright takes it. */

export interface SessionCookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: "Strict";
}

export function sessionCookie(origin: string, token: string): SessionCookie {
  return {
    name: "sid",
    value: token,
    domain: new URL(origin).hostname,
    path: "/",
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: "Strict",
  };
}
