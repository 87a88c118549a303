import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { problemsIn } from "#testing/config-problems.ts";
import { loadConfig } from "./config.ts";

let dataDirectory: string;
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), "portal-connections-"));
});
afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }));

const load = (settings: Record<string, string>) =>
  loadConfig({ DATA_DIR: dataDirectory, ...settings });

const problemsOf = (settings: Record<string, string>) => problemsIn(() => load(settings));

const key = Buffer.alloc(32, 7).toString("base64");

describe("what the portal connects to", () => {
  it(
    "scan files only when told where the scanner is, on this machine or a private network",
    { tags: ["asvs-56"] },
    () => {
      const scanner = (SCAN: string, CLAMD_ADDRESS: string) => ({ SCAN, CLAMD_ADDRESS });
      expect(load(scanner("required", "/run/clamav/clamd.ctl")).scanner).toEqual({
        address: { path: "/run/clamav/clamd.ctl" },
        isRequired: true,
      });
      for (const [text, host] of [
        ["clamd:3310", "clamd"],
        ["10.0.0.7:3310", "10.0.0.7"],
        ["[::1]:3310", "::1"],
      ] as const) {
        const expected = { address: { host, port: 3310 }, isRequired: false };
        expect(load(scanner("optional", text)).scanner).toEqual(expected);
      }
      expect(load(scanner("off", "clamd:3310")).scanner).toBeNull();
      const refused = [
        "",
        "clamd",
        "clamd:99999",
        "a b:3310",
        "8.8.8.8:3310",
        "[2606:4700::1]:3310",
      ];
      for (const address of refused) {
        expect(problemsOf(scanner("required", address)), address).toEqual([
          expect.stringMatching(/^CLAMD_ADDRESS must be/),
        ]);
      }
      expect(problemsOf(scanner("", "clamd:3310"))).toEqual([
        "CLAMD_ADDRESS needs SCAN=optional or required.",
      ]);
      expect(problemsOf(scanner("sometimes", ""))[0]).toMatch(/^SCAN must be one of/);
    },
  );

  it.each([
    "postgres://portal@localhost:5432/portal",
    "postgres://portal@127.0.0.1/portal",
    "postgres://portal@127.1.2.3/portal",
    "postgresql://portal@[::1]/portal",
    "postgres://portal@db/portal?host=/run/postgresql",
    "postgres://portal@%2Frun%2Fpostgresql/portal",
    "postgres://portal@db.example.com/portal?sslmode=verify-full",
    "postgres://portal@10.0.0.5/portal?sslmode=require&sslmode=verify-full&sslrootcert=/etc/ca.pem",
  ])(
    "let the database be on this machine, or one that proves itself: %s",
    { tags: ["asvs-100"] },
    (url) => {
      const keys = { SECRET_KEY: key, FILES_KEY: key };
      expect(load({ ...keys, DATABASE_URL: url }).databaseUrl).toBe(url);
    },
  );

  it.each([
    "postgres://portal:secret@db.example.com/portal",
    "postgres://portal:secret@10.0.0.5/portal",
    "postgres://portal:secret@localhost.example.com/portal",
    "postgres://portal:secret@localhost/portal?host=db.example.com",
    "postgres://portal:secret@localhost/portal?host=localhost&host=db.example.com",
    "postgres:///portal",
    "postgres://portal:secret@db/portal?sslmode=require",
    "postgres://portal:secret@db/portal?sslmode=no-verify",
    "postgres://portal:secret@db/portal?sslmode=verify-full&sslmode=disable",
    "postgres://portal:secret@db/portal?ssl=true",
  ])("refuse a database elsewhere that could be anybody: %s", { tags: ["asvs-100"] }, (url) => {
    const problems = problemsOf({ SECRET_KEY: key, FILES_KEY: key, DATABASE_URL: url });
    expect(problems).toEqual([
      "DATABASE_URL leads to another machine: add sslmode=verify-full, and sslrootcert=<file> if its certificate is your own.",
    ]);
  });

  it(
    "ask the same of the owner's address, which never stands alone",
    { tags: ["asvs-100", "asvs-102"] },
    () => {
      const keys = { SECRET_KEY: key, FILES_KEY: key };
      const owner = "postgres://owner@db/portal?sslmode=verify-full";
      expect(problemsOf({ ...keys, DATABASE_OWNER_URL: owner })).toEqual([
        "DATABASE_OWNER_URL needs DATABASE_URL, the role that the portal works as.",
      ]);
      const open = "postgres://owner@db/portal";
      expect(problemsOf({ ...keys, DATABASE_URL: owner, DATABASE_OWNER_URL: open })).toEqual([
        "DATABASE_OWNER_URL leads to another machine: add sslmode=verify-full, and sslrootcert=<file> if its certificate is your own.",
      ]);
    },
  );

  it("let an object storage speak http only on this machine", { tags: ["asvs-100"] }, () => {
    const store = (S3_ENDPOINT: string) => ({
      SECRET_KEY: key,
      FILES_KEY: key,
      S3_BUCKET: "files",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "secret",
      S3_ENDPOINT,
    });
    for (const endpoint of ["http://127.0.0.1:9000", "http://[::1]:9000", "https://s3.example.com"])
      expect(problemsOf(store(endpoint)), endpoint).toEqual([]);
    for (const endpoint of ["http://s3.example.com", "http://10.0.0.7:9000"])
      expect(problemsOf(store(endpoint)), endpoint).toEqual([
        "S3_ENDPOINT leads to another machine: it must start with https://.",
      ]);
  });

  it("let webhooks reach this machine only when that is allowed", () => {
    const url = "http://localhost:5678/hook";
    expect(problemsOf({ WEBHOOK_URL_CASE_CREATION: url })).toHaveLength(1);
    const config = load({ WEBHOOK_URL_CASE_CREATION: url, ALLOW_LOOPBACK_WEBHOOK: "on" });
    expect(config.webhooks.urls.case_creation).toBe(url);
  });

  it("let a list of hosts narrow down where webhooks go", { tags: ["security-6.4"] }, () => {
    const settings = {
      WEBHOOK_URL_CASE_CREATION: "https://Hooks.example.com/a",
      WEBHOOK_HOST_ALLOWLIST: "hooks.example.com, backup.example.com",
    };
    expect(load(settings).webhooks.hosts).toEqual(["hooks.example.com", "backup.example.com"]);
    expect(problemsOf({ ...settings, WEBHOOK_HOST_ALLOWLIST: "other.example.com" })).toEqual([
      "WEBHOOK_URL_CASE_CREATION leads to a host that is not in WEBHOOK_HOST_ALLOWLIST.",
    ]);
    for (const host of ["https://hooks.example.com", "hooks.example.com:8443", "*.example.com/"])
      expect(problemsOf({ WEBHOOK_HOST_ALLOWLIST: host }), host).toHaveLength(1);
  });
  it("let webhooks reach hosts of the own network that are named, over http and on any port", () => {
    const problemsWith = (url: string, named: string) =>
      problemsOf({ WEBHOOK_URL_CASE_CREATION: url, WEBHOOK_PRIVATE_HOSTS: named });
    const mustBeHttps = ["WEBHOOK_URL_CASE_CREATION must be an address that starts with https://."];
    const named = "10.0.0.5/32, Automation.lan,192.168.7.0/24, fd00::7";
    for (const url of [
      "http://10.0.0.5:1880/hook",
      "http://automation.lan:5678/hook",
      "http://192.168.7.9/",
      "http://[fd00::7]:1880/",
    ])
      expect(problemsWith(url, named), url).toEqual([]);
    for (const url of [
      "http://10.0.0.6:1880/",
      "http://sub.automation.lan/",
      "http://hooks.example/",
    ])
      expect(problemsWith(url, named), url).toEqual(mustBeHttps);
    expect(problemsOf({ WEBHOOK_URL_CASE_CREATION: "http://10.0.0.5/" })).toEqual(mustBeHttps);
  });

  it.each([
    ["0.0.0.0/0"],
    ["10.0.0.0/7"],
    ["93.184.215.14"],
    ["169.254.169.254"],
    ["169.254.0.0/16"],
    ["fe80::1"],
    ["::/0"],
    ["::ffff:0:0/96"],
    ["224.0.0.1"],
    ["10.0.0.5/33"],
    ["10.0.0.5:1880"],
    ["http://automation.lan"],
    ["automation.lan:1880"],
    ["*.lan"],
  ])("name no host of the own network with %s", (entry) => {
    expect(problemsOf({ WEBHOOK_PRIVATE_HOSTS: `automation.lan, ${entry}` })).toEqual([
      `WEBHOOK_PRIVATE_HOSTS must list names of hosts, private addresses or ranges such as 10.0.0.5/32, without a port, not "${entry}".`,
    ]);
  });
});
