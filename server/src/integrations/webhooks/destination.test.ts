import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePrivateHosts } from "#server/config/private-hosts.ts";
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

describe("a webhook address", { tags: ["asvs-11", "security-6.4"] }, () => {
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

  it(
    "may lead to those alone, and they still have to be public",
    { tags: ["security-6.4"] },
    async () => {
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
    },
  );
});

describe("with named hosts of the own network", () => {
  const named = (...entries: string[]) => ({
    ...rules,
    privateHosts: parsePrivateHosts(entries),
  });

  it("may lead to a named address or range, over http and on any port", async () => {
    const given = named("10.0.0.5/32", "192.168.7.0/24", "fd00::7", "127.0.0.1");
    for (const [url, address] of [
      ["http://10.0.0.5:1880/hook", "10.0.0.5"],
      ["https://192.168.7.200:8080/", "192.168.7.200"],
      ["http://[fd00::7]:1880/", "fd00::7"],
      ["http://[::ffff:10.0.0.5]:1880/", "::ffff:a00:5"],
      ["http://127.0.0.1:1880/", "127.0.0.1"],
    ] as const)
      expect((await findDestination(url, given)).address, url).toBe(address);
    const byName = { ...given, ...resolving("10.0.0.5") };
    expect((await findDestination("http://flows.lan:1880/", byName)).address).toBe("10.0.0.5");
  });

  it("may lead to a named host wherever it is in a private network", async () => {
    const given = named("automation.lan");
    for (const address of ["10.9.8.7", "172.16.0.1", "192.168.1.1", "fd12::1"]) {
      const found = await findDestination("http://AUTOMATION.lan:1880/", {
        ...given,
        ...resolving(address),
      });
      expect(found.address).toBe(address);
    }
    const onInternet = { ...given, ...resolving("93.184.215.14") };
    expect(await refusal("http://automation.lan/", onInternet)).toMatch(/https/);
    expect(await refusal("https://automation.lan/", onInternet)).toBeNull();
  });

  it.each(blocked)(
    "is still refused to %s (%s) under every name that is not named, and by number",
    async (_class, address) => {
      const given = named("automation.lan", "10.0.0.5", "fd00::7");
      const host = address.includes(":") ? `[${address}]` : address;
      for (const url of [`https://${host}/`, "https://hooks.example/", "https://x.automation.lan/"])
        expect(await refusal(url, { ...given, resolve: async () => [address] }), url).toMatch(
          /public internet/,
        );
    },
  );

  it("is refused when the name server leads a named host to this machine, a cloud's secrets, or half outside", async () => {
    const given = named("automation.lan", "10.0.0.5");
    for (const addresses of [
      ["127.0.0.1"],
      ["::1"],
      ["169.254.169.254"],
      ["100.100.100.200"],
      ["fe80::1"],
      ["0.0.0.0"],
      ["10.0.0.5", "127.0.0.1"],
      ["10.0.0.5", "93.184.215.14"],
      ["nonsense"],
    ]) {
      const answer = await refusal("https://automation.lan/", {
        ...given,
        ...resolving(...addresses),
      });
      expect(answer, addresses.join()).toMatch(/public internet/);
    }
  });

  it("is still refused for a password in it, and outside the list of hosts", async () => {
    const given = { ...named("10.0.0.5"), hosts: ["hooks.example"] };
    expect(await refusal("http://name@10.0.0.5/", given)).toMatch(/password/);
    expect(await refusal("http://10.0.0.5/", given)).toMatch(/WEBHOOK_HOST_ALLOWLIST/);
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
