import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DestinationRefused, findDestination, isSameAddress } from "./destination.ts";

const rules = { allowLoopback: false };
/** A name server that answers what it is told. */
const resolving = (...addresses: string[]) => ({ ...rules, resolve: async () => addresses });

const publicAddresses = ["93.184.215.14", "2606:4700:4700::1111"];
/** One of each class that a webhook must never reach. */
const blocked: [string, string][] = [
  ["loopback", "127.0.0.1"],
  ["loopback beyond .1", "127.255.255.254"],
  ["private 10/8", "10.0.0.7"],
  ["private 172.16/12", "172.31.255.1"],
  ["private 192.168/16", "192.168.1.1"],
  ["link local, cloud metadata", "169.254.169.254"],
  ["carrier-grade NAT", "100.64.0.1"],
  ["this network", "0.0.0.0"],
  ["documentation", "203.0.113.5"],
  ["benchmarking", "198.18.0.1"],
  ["multicast", "224.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["reserved", "240.0.0.1"],
  ["loopback in version 6", "::1"],
  ["unspecified", "::"],
  ["link local in version 6", "fe80::1"],
  ["unique local", "fd00::1"],
  ["multicast in version 6", "ff02::1"],
  ["NAT64", "64:ff9b::a00:1"],
  ["6to4", "2002:7f00:1::"],
  ["Teredo", "2001::1"],
  ["documentation in version 6", "2001:db8::1"],
  ["mapped loopback", "::ffff:127.0.0.1"],
  ["compatible loopback", "::7f00:1"],
  ["nobody's yet", "4000::1"],
];

const refusal = (address: string, given: Parameters<typeof findDestination>[1] = rules) =>
  findDestination(address, given).then(
    () => null,
    (error: unknown) => (error instanceof DestinationRefused ? error.message : error),
  );

describe("a webhook address [asvs 11, security 6.4]", () => {
  it.each(publicAddresses)("may lead to the public address %s", async (address) => {
    const found = await findDestination("https://hooks.example/a?b=1", resolving(address));
    expect(found.address).toBe(address);
    expect(found.url.href).toBe("https://hooks.example/a?b=1");
  });

  it.each(blocked)("may not lead to %s (%s), by number or by name", async (_class, address) => {
    const host = address.includes(":") ? `[${address}]` : address;
    const sentence = "This address is not allowed: it is not on the public internet";
    expect(await refusal(`https://${host}/`)).toBe(sentence);
    expect(await refusal("https://hooks.example/", resolving(address))).toBe(sentence);
  });

  it("is refused when any of its addresses is not public, wherever that stands", async () => {
    for (const addresses of [
      ["93.184.215.14", "127.0.0.1"],
      ["10.0.0.1", "93.184.215.14"],
    ]) {
      expect(await refusal("https://hooks.example/", resolving(...addresses))).toMatch(/public/);
    }
  });

  it.each([
    "https://0x7f.1/",
    "https://2130706433/",
    "https://017700000001/",
    "https://127.1/",
    "https://①②⑦.⓪.⓪.①/",
    "https://0x7f000001/",
    "https://[::ffff:7f00:1]/",
  ])("means this machine however it is spelled: %s", async (spelling) => {
    expect(await refusal(spelling)).toMatch(/public internet/);
  });

  it.each([
    ["http://hooks.example/", "it does not start with https"],
    ["ftp://hooks.example/", "it does not start with https"],
    ["https://hooks.example:8080/", "only ports 443 and 8443 are used"],
    ["https://hooks.example:22/", "only ports 443 and 8443 are used"],
    ["https://name:secret@hooks.example/", "it holds a password"],
    ["not an address", "it cannot be read"],
    ["", "it cannot be read"],
  ])("is refused for its form: %s", async (address, why) => {
    expect(await refusal(address, resolving("93.184.215.14"))).toBe(
      `This address is not allowed: ${why}`,
    );
  });

  it("may use port 8443", async () => {
    const found = await findDestination("https://hooks.example:8443/", resolving("93.184.215.14"));
    expect(found.url.port).toBe("8443");
  });

  it("is refused when its name is unknown or answers nonsense", async () => {
    expect(await refusal("https://hooks.example/", resolving())).toMatch(/unknown/);
    expect(await refusal("https://hooks.example/", resolving("nonsense"))).not.toBeNull();
    expect(await refusal("https://no-such-name.invalid/")).toMatch(/unknown/);
  });

  it("never leads to an address outside the public space, whatever the name server says", async () => {
    await fc.assert(
      fc.asyncProperty(fc.ipV4(), async (address) => {
        const [first = 0] = address.split(".").map(Number);
        const isNeverPublic = [0, 10, 127].includes(first) || first >= 224;
        const answer = await refusal("https://hooks.example/", resolving(address));
        expect(isNeverPublic && answer === null).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("with a list of hosts", () => {
  const listed = { ...resolving("93.184.215.14"), hosts: ["hooks.example"] };

  it("may lead to those alone, and they still have to be public [security 6.4]", async () => {
    const found = await findDestination("https://HOOKS.example/a", listed);
    expect(found.address).toBe("93.184.215.14");
    const sentence = "This address is not allowed: its host is not in WEBHOOK_HOST_ALLOWLIST";
    for (const host of ["other.example", "hooks.example.evil.example", "sub.hooks.example"])
      expect(await refusal(`https://${host}/`, listed), host).toBe(sentence);
    expect(await refusal("https://93.184.215.14/", listed)).toBe(sentence);
    const inside = { ...listed, ...resolving("10.0.0.1") };
    expect(
      await refusal("https://hooks.example/", { ...inside, hosts: ["hooks.example"] }),
    ).toMatch(/public internet/);
  });
});

describe("on a developer's machine", () => {
  const developer = { allowLoopback: true };

  it("may be this machine, over http and on any port", async () => {
    const byNumber = await findDestination("http://127.0.0.1:5678/hook", developer);
    expect(byNumber).toMatchObject({ address: "127.0.0.1", family: 4 });
    const byName = { ...developer, resolve: async () => ["::1", "127.0.0.1"] };
    expect(await findDestination("http://localhost:5678/", byName)).toMatchObject({ family: 6 });
  });

  it("is still refused beyond it", async () => {
    expect(await refusal("http://10.0.0.1/", developer)).not.toBeNull();
    expect(await refusal("https://169.254.169.254/", developer)).not.toBeNull();
    const mixed = { ...developer, resolve: async () => ["127.0.0.1", "10.0.0.1"] };
    expect(await refusal("http://hooks.example/", mixed)).not.toBeNull();
  });
});

it("knows one address in two spellings", () => {
  expect(isSameAddress("::ffff:93.184.215.14", "93.184.215.14")).toBe(true);
  expect(isSameAddress("2606:4700:4700:0:0:0:0:1111", "2606:4700:4700::1111")).toBe(true);
  expect(isSameAddress("93.184.215.15", "93.184.215.14")).toBe(false);
  expect(isSameAddress(undefined, "93.184.215.14")).toBe(false);
});
