import { describe, expect, it } from "vitest";
import { networkOf } from "./client-address.ts";

describe("whom a limit per address is about", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["nonsense", "unknown"],
    ["", "unknown"],
  ])("for %s is %s", { tags: ["security-4.2"] }, (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
