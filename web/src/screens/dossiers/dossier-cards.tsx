import { formatPlainDate } from "#web/format/time.ts";
import { dossierMessages as texts } from "#web/messages/dossiers.ts";
import { cardLook } from "#web/ui/card.tsx";
import { DossierState } from "./dossier-state.tsx";
import { Built, type DossierListProps, OpenButton } from "./dossier-table.tsx";

/** The same in the hand. */
export function DossierCards({ dossiers, onOpen }: DossierListProps) {
  return (
    <ul className="flex flex-col gap-3">
      {dossiers.map((dossier) => (
        <li key={dossier.id} className={`${cardLook} flex flex-col gap-2 p-4`}>
          <p className="text-xs text-muted">{texts.named(dossier.number)}</p>
          <OpenButton dossier={dossier} onOpen={onOpen} />
          <DossierState dossier={dossier} />
          <div className="text-sm">
            <Built dossier={dossier} />
          </div>
          {dossier.pages === null ? null : (
            <p className="text-xs text-muted">{texts.size(dossier.pages, dossier.parts ?? 1)}</p>
          )}
          {dossier.handedInOn === null ? null : (
            <p className="text-sm">
              {`${texts.columns.handedIn} ${formatPlainDate(dossier.handedInOn)}`}
              <span className="block text-xs text-muted">{dossier.authorityReference}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
