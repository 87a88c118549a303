/** What deploy/compose.yaml promises of every service: no rights, no room without end, nothing published but the portal. */
import { Ajv } from "ajv";
import { parse } from "yaml";

type Service = {
  ports?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  restart?: string;
  read_only?: boolean;
  profiles?: string[];
  logging?: { options?: Record<string, string> };
  environment?: Record<string, string>;
  image?: string;
};
type Compose = { services: Record<string, Service>; secrets?: Record<string, { file?: string }> };

export function findComposeProblems(text: string): string[] {
  const { services, secrets = {} } = parse(text, { merge: true }) as Compose;
  return [
    ...Object.entries(services).flatMap(([name, service]) =>
      promisesBrokenBy(name, service).map((problem) => `${name}: ${problem}`),
    ),
    ...Object.entries(secrets)
      .filter(([, { file }]) => file === undefined)
      .map(([name]) => `The secret ${name} is no file.`),
  ];
}

function promisesBrokenBy(name: string, service: Service): string[] {
  const isPortal = name === "portal";
  const published = service.ports ?? [];
  const promises: [boolean, string][] = [
    [service.cap_drop?.includes("ALL") === true, "it keeps rights of root"],
    [
      service.security_opt?.includes("no-new-privileges:true") === true,
      "a program in it can gain rights",
    ],
    [service.mem_limit !== undefined, "its memory has no end"],
    [service.logging?.options?.["max-size"] !== undefined, "its log has no end"],
    [service.restart !== undefined, "nothing starts it again"],
    [isPortal === (service.profiles === undefined), "only the portal starts without a profile"],
    [
      isPortal ? published.every((port) => port.startsWith("127.0.0.1:")) : published.length === 0,
      "a port of it is open to the network",
    ],
    [!isPortal || service.read_only === true, "its root can be written to"],
    [!/:latest$|\/[^:]+$/.test(service.image ?? ""), "its image has no version"],
    [
      Object.keys(service.environment ?? {}).every(
        (key) => !/(?:PASSWORD|SECRET|KEY|TOKEN)$/.test(key),
      ),
      "a secret stands in its environment",
    ],
  ];
  return promises.filter(([isKept]) => !isKept).map(([, problem]) => problem);
}

/** Against the schema of the compose specification, which is not part of this repository. */
export function findSchemaProblems(text: string, schema: object): string[] {
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    allErrors: true,
    formats: { duration: true },
  });
  const validate = ajv.compile(schema);
  if (validate(parse(text, { merge: true }))) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
