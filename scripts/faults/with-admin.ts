/** The frame of every test in which people work on a portal of their own, and somebody looks behind it. */
import { checkWholeness } from "./checker.ts";
import type { Finding } from "./fault.ts";
import type { Person } from "./person.ts";
import { ProvingGround } from "./proving-ground.ts";

export interface Stage {
  ground: ProvingGround;
  admin: Person;
}

/** The work is done behind the portal; what it leaves must fit together. */
export async function withAdmin(
  finding: Finding,
  work: (stage: Stage) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const ground = await ProvingGround.open(settings);
  try {
    await ground.behind(async () => {
      const [admin] = (await ground.people("admin")) as [Person];
      await work({ ground, admin });
      await ground.portal.stop();
      await checkWholeness(finding);
    });
  } finally {
    await ground.close();
  }
}
