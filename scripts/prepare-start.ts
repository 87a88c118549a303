/**
 * `npm run prepare:start`: writes now what the first start would write into the project, so that it can then belong to
 * somebody else and be read-only, as in a container or under systemd.
 */
import { findBinaries } from "server/src/database/embedded/binaries.ts";
import { buildWebIfNeeded } from "#scripts/web-build.ts";

await buildWebIfNeeded();
findBinaries(undefined);
