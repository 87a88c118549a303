import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deviceNameOf } from "./device-name.ts";

const mozilla = "Mozilla/5.0";
const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("the name of a device", () => {
  it.each([
    [
      `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0 Safari/537.36`,
      "Chrome on Windows",
    ],
    [
      `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0 Safari/537.36 Edg/140.0`,
      "Edge on Windows",
    ],
    [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, "Firefox on Linux"],
    [
      `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
      "Safari on macOS",
    ],
    [
      `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`,
      "Safari on iPhone",
    ],
    [
      `${mozilla} (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`,
      "Chrome on iPad",
    ],
    [
      `${mozilla} (Linux; Android 15; SM-S921B) ${webKit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
      "Samsung Internet on Android",
    ],
    [
      `${mozilla} (Linux; Android 15; Pixel 9) ${webKit} Chrome/140.0 Mobile Safari/537.36`,
      "Chrome on Android",
    ],
    [
      `${mozilla} (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/140.0 Safari/537.36`,
      "Chrome on ChromeOS",
    ],
    [
      `${mozilla} (Windows NT 10.0) ${webKit} Chrome/140.0 Safari/537.36 OPR/120.0`,
      "Opera on Windows",
    ],
  ])("of %s is %s", { tags: ["D-096"] }, (userAgent, name) => {
    expect(deviceNameOf(userAgent)).toBe(name);
  });

  it.each([null, "", "curl/8.5.0", "<script>alert(1)</script>"])(
    "of %j is unknown",
    { tags: ["D-096"] },
    (userAgent) => {
      expect(deviceNameOf(userAgent)).toBeNull();
    },
  );

  it("never repeats the header, and is found at once", { tags: ["security-4.4"] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 5000 }), (userAgent) => {
        expect(deviceNameOf(userAgent) ?? "Chrome on Windows").toMatch(/^[A-Za-z ]+$/);
      }),
    );
    const started = performance.now();
    deviceNameOf(`Version/1${"1.".repeat(32_000)}`);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
