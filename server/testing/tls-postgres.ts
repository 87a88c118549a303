/**
 * What a stranger on the way to a PostgreSQL server can be: it speaks TLS with a certificate that nobody has vouched for,
 * and keeps what it is told.
 */
import { createServer, type AddressInfo } from "node:net";
import { TLSSocket } from "node:tls";

/** Self-signed, for the name localhost; it opens nothing anywhere. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUc3HPr/BAGtWhUJxrgu8/9X/KRT8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAyNTMxNFoYDzIxMjYxMDI5
MDI1MzE0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASQ4nghWfyUp4b1kF92Y/5wDxu+bDmmLpR91MNFA4pMwcINAm040GAg
LdZrjyEMD3vgF5fpVId1Erv2FIr9d5Geo2kwZzAdBgNVHQ4EFgQU7OVWBtnBRdqX
T4hguyOB3KDNSlcwHwYDVR0jBBgwFoAU7OVWBtnBRdqXT4hguyOB3KDNSlcwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAJjtDLxEenSdOi4MyiIsRcgXOpv+vsv5OQs4mD7OU33SAiB2Zs0NlHe9
oboMNViL5iDGd7ITk2c2jH8viEeSo8L6/A==
-----END CERTIFICATE-----`;

export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg++iZ2YxIjNFByblQ
VzQvxysQwKoi2w1HZz/UAt6ETbGhRANCAASQ4nghWfyUp4b1kF92Y/5wDxu+bDmm
LpR91MNFA4pMwcINAm040GAgLdZrjyEMD3vgF5fpVId1Erv2FIr9d5Ge
-----END PRIVATE KEY-----`;

export type TlsPostgres = {
  port: number;
  /** Everything it could read. */
  heard(): string;
  close(): Promise<void>;
};

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

export async function openTlsPostgres(): Promise<TlsPostgres> {
  let heard = "";
  const server = createServer((plain) => {
    plain.on("error", () => undefined);
    plain.once("data", (request: Buffer) => {
      if (!request.equals(SSL_REQUEST)) {
        heard += request.toString("latin1");
        return plain.destroy();
      }
      plain.write("S");
      const secured = new TLSSocket(plain, { isServer: true, key: KEY, cert: CERTIFICATE });
      secured.on("error", () => undefined);
      secured.on("data", (bytes: Buffer) => {
        heard += bytes.toString("latin1");
        secured.destroy();
      });
      return undefined;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    heard: () => heard,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
