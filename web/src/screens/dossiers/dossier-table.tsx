import type { Dossier } from "contract/dossiers";
import { formatDateTime, formatPlainDate } from "#web/format/time.ts";
import { dossierMessages as texts } from "#web/messages/dossiers.ts";
import { Cell, HeadCell, Row, Table, TableHead } from "#web/ui/table.tsx";
import { DossierState } from "./dossier-state.tsx";

export type DossierListProps = {
  readonly dossiers: readonly Dossier[];
  readonly onOpen: (id: number) => void;
};

export function DossierTable({ dossiers, onOpen }: DossierListProps) {
  const { columns } = texts;
  return (
    <Table label={texts.title} minWidth="56rem">
      <TableHead>
        <tr>
          <HeadCell>{columns.number}</HeadCell>
          <HeadCell>{columns.title}</HeadCell>
          <HeadCell align="end">{columns.pages}</HeadCell>
          <HeadCell align="end">{columns.parts}</HeadCell>
          <HeadCell>{columns.built}</HeadCell>
          <HeadCell>{columns.handedIn}</HeadCell>
          <HeadCell>{columns.state}</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {dossiers.map((dossier) => (
          <Row key={dossier.id}>
            <Cell className="tabular">{dossier.number}</Cell>
            <Cell>
              <OpenButton dossier={dossier} onOpen={onOpen} />
              <p className="truncate text-xs text-muted">{dossier.addressee}</p>
            </Cell>
            <Cell align="end" className="tabular">
              {dossier.pages ?? "–"}
            </Cell>
            <Cell align="end" className="tabular">
              {dossier.parts ?? "–"}
            </Cell>
            <Cell>
              <Built dossier={dossier} />
            </Cell>
            <Cell>
              {dossier.handedInOn === null ? "–" : formatPlainDate(dossier.handedInOn)}
              <p className="text-xs text-muted">{dossier.authorityReference}</p>
            </Cell>
            <Cell>
              <DossierState dossier={dossier} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

export function OpenButton({
  dossier: { id, title },
  onOpen,
}: Pick<DossierListProps, "onOpen"> & { readonly dossier: Dossier }) {
  return (
    <button
      type="button"
      className="text-start font-medium hover:underline"
      onClick={() => onOpen(id)}
    >
      {title}
    </button>
  );
}

/** By whom, and when. */
export function Built({
  dossier: { builtBy, builtAt, requestedAt },
}: {
  readonly dossier: Dossier;
}) {
  return (
    <>
      {builtBy?.name ?? texts.deletedUser}
      <p className="text-xs text-muted">{formatDateTime(builtAt ?? requestedAt)}</p>
    </>
  );
}
