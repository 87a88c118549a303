import { useEffect } from "react";
import { bureauApi, type LogoTheme } from "contract/bureau";
import { acceptedTypes, acceptsName, uploadRules } from "contract/files";
import { bureauMessages } from "#web/messages/bureau.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useFilePicker } from "#web/ui/use-file-picker.tsx";
import { useRemoveLogo, useUploadLogo } from "./bureau.queries.ts";

const texts = bureauMessages.logo;
const rule = uploadRules.bureauLogo;

type LogoCardProps = { readonly logos: readonly LogoTheme[]; readonly version: number | null };

export function LogoCard({ logos, version }: LogoCardProps) {
  useEffect(() => {
    // As the server writes it into the next page (shell/bureau.ts): the frame has it from the next screen on.
    const mark = document.querySelector<HTMLMetaElement>('meta[name="bureau-logo"]');
    const grounds = logos.includes("dark") ? `${version} dark` : `${version}`;
    if (mark !== null) mark.content = logos.includes("light") ? grounds : "";
  }, [logos, version]);
  return (
    <SectionCard title={texts.title} description={texts.text}>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        {(["light", "dark"] as const).map((theme) => (
          <Logo key={theme} theme={theme} version={logos.includes(theme) ? version : null} />
        ))}
      </div>
    </SectionCard>
  );
}

type LogoProps = {
  readonly theme: LogoTheme;
  /** Null while there is none. */
  readonly version: number | null;
};

/** Each on the ground that it is for, whatever the theme of the portal. */
function Logo({ theme, version }: LogoProps) {
  const send = useUploadLogo(theme);
  const remove = useRemoveLogo(theme);
  const ground = texts[theme];
  const pick = (file: File) => {
    const problem = problemOf(file);
    if (problem === null) send.mutate(file);
    else
      toast({
        title: bureauMessages.errorTitle,
        description: problem,
        variant: "destructive",
      });
  };
  const [field, choose] = useFilePicker({
    label: texts.chooseFor(ground),
    accept: acceptedTypes(rule),
    onFiles: ([file]) => file && pick(file),
  });
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-sm font-medium">{ground}</p>
      <div
        className="grid h-30 place-items-center rounded-md border border-line p-5"
        style={
          theme === "dark"
            ? { background: "#01242f", color: "#ffffff" }
            : { background: "#ffffff", color: "#5a676d" }
        }
      >
        {version === null ? (
          <span className="text-sm">{texts.none}</span>
        ) : (
          <img
            src={`${bureauApi.getLogo.path}?theme=${theme}&version=${version}`}
            alt={ground}
            className="max-h-full max-w-full"
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {field}
        <Button
          variant="secondary"
          pending={send.isPending}
          pendingText={texts.uploading}
          onClick={choose}
        >
          {texts.choose}
        </Button>
        {version === null ? null : (
          <Button
            variant="secondary"
            aria-label={texts.removeFor(ground)}
            pending={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {texts.remove}
          </Button>
        )}
      </div>
    </div>
  );
}

function problemOf(file: File): string | null {
  if (!acceptsName(rule, file.name)) return texts.wrongKind;
  return file.size > rule.maxBytes ? texts.tooLarge : null;
}
