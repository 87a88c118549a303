import { useState } from "react";
import { bureauApi, type UpdateBureauInput } from "contract/bureau";
import { bureauMessages } from "#web/messages/bureau.ts";
import { SectionCard } from "#web/ui/card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";

const texts = bureauMessages.preview;
const papers = ["invoice", "missing", "mail"] as const;
type Paper = (typeof papers)[number];

type Typed = Omit<UpdateBureauInput, "name"> & { readonly name: string };
type PreviewProps = { readonly typed: Typed; readonly hasLogo: boolean };

/** Paper is white, whatever the theme. */
const sheet = { background: "#ffffff", color: "#172126" };
const petrol = { color: "#0a4454" };
const petrolLine = { borderColor: "#0a4454" };
const quiet = { color: "#5a676d" };

/** Every paper that exists, with the values as they stand in the form. */
export function PaperPreview(props: PreviewProps) {
  const [paper, choose] = useState<Paper>("invoice");
  return (
    <SectionCard
      title={texts.title}
      description={texts.text}
      actions={
        <SegmentedControl
          label={texts.label}
          value={paper}
          onValueChange={choose}
          segments={papers.map((value) => ({ value, label: texts[value] }))}
        />
      }
    >
      <div
        role="region"
        aria-label={`${texts.title}: ${texts[paper]}`}
        className="flex min-w-0 flex-col gap-4 rounded-md border border-line p-5 text-sm"
        style={sheet}
      >
        {paper === "mail" ? <Mail {...props} /> : <Letter {...props} paper={paper} />}
      </div>
    </SectionCard>
  );
}

function Letter({ typed, hasLogo, paper }: PreviewProps & { readonly paper: Paper }) {
  const isInvoice = paper === "invoice";
  const found = [typed.phone, typed.website, typed.trn ? texts.trn(typed.trn) : null];
  const bank = typed.bankDetails.USD;
  return (
    <>
      <div className="flex items-end justify-between gap-4 border-b pb-3" style={petrolLine}>
        <div className="min-w-0">
          {hasLogo ? (
            <img src={`${bureauApi.getLogo.path}?theme=light`} alt="" className="mb-2 h-9" />
          ) : null}
          <p className="text-md font-semibold" style={petrol} dir="auto">
            {typed.name}
          </p>
          <p className="text-xs whitespace-pre-line" style={quiet} dir="auto">
            {typed.address}
          </p>
          <p className="text-xs" style={quiet}>
            {found.filter(Boolean).join(" · ")}
          </p>
        </div>
        <div className="shrink-0 text-end">
          <p className="text-xs" style={quiet}>
            {isInvoice ? texts.invoiceWord : texts.missingWord}
          </p>
          <p className="font-semibold">{isInvoice ? texts.invoiceCode : texts.missingCode}</p>
        </div>
      </div>
      {isInvoice ? (
        <>
          <Line name={texts.billedTo} value={texts.client} />
          <Line name={texts.total} value={texts.amount} />
          {bank ? (
            <div>
              <p className="text-xs" style={quiet}>
                {texts.bank}
              </p>
              <p className="whitespace-pre-line" dir="auto">
                {bank}
              </p>
            </div>
          ) : null}
        </>
      ) : (
        <>
          <p className="text-md font-semibold">{texts.missingTitle}</p>
          <Line name={texts.missingItem} value={texts.missingSentence} />
        </>
      )}
      <p className="border-t pt-3 text-xs" style={quiet} dir="auto">
        {isInvoice ? typed.name : null} {typed.letterFoot}
      </p>
    </>
  );
}

function Line({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <p className="flex justify-between gap-4">
      <span style={quiet}>{name}</span>
      <span className="font-medium">{value}</span>
    </p>
  );
}

function Mail({ typed }: PreviewProps) {
  return (
    <>
      <p>{texts.greeting}</p>
      <p>{texts.sentence}</p>
      <p style={quiet} dir="auto">
        {typed.name}
      </p>
    </>
  );
}
