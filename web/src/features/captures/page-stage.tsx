import { Check, ImagePlus, type LucideIcon, RotateCcw, RotateCw } from "lucide-react";
import { type Ref, useEffect, useRef } from "react";
import { capturesMessages as texts } from "#web/messages/captures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { SpinnerRing } from "#web/ui/spinner.tsx";
import { isSmall, type Page } from "./pages.ts";
import { PhoneCamera } from "./phone-camera.tsx";
import { Problem } from "./problem.tsx";

type PageStageProps = {
  readonly page: Page;
  readonly name: string;
  readonly problem: string | null;
  readonly isPreparing: boolean;
  readonly onTurn: () => void;
  readonly onTakeMore: (kind: "retake" | "add") => void;
  readonly onUpload: () => void;
  /** Another picture instead of this one, from the phone's own camera. */
  readonly onPhoto: (photo: File) => void;
};

/** A picture that stands still, and what can be done with it. */
export function PageStage(props: PageStageProps) {
  const { page, name, problem, isPreparing, onTurn, onTakeMore, onUpload, onPhoto } = props;
  const upload = useRef<HTMLButtonElement>(null);
  // The next press is mostly this one.
  useEffect(() => upload.current?.focus(), []);
  return (
    <>
      <div className="captures-stage">
        <img
          src={page.url}
          alt={name}
          data-across={page.turns % 2 === 1 || undefined}
          style={{ rotate: `${page.turns * 90}deg` }}
          className="captures-picture"
        />
        {isSmall(page) && problem === null ? (
          <div className="captures-small-hint">
            <p role="status">{texts.camera.small}</p>
            <PhoneCamera onPhoto={onPhoto} />
          </div>
        ) : null}
        <Problem>{problem}</Problem>
      </div>
      <div className="captures-controls">
        <Action icon={RotateCcw} disabled={isPreparing} onClick={() => onTakeMore("retake")}>
          {texts.pages.retake}
        </Action>
        <Action icon={RotateCw} disabled={isPreparing} onClick={onTurn}>
          {texts.pages.rotate}
        </Action>
        <Action icon={ImagePlus} disabled={isPreparing} onClick={() => onTakeMore("add")}>
          {texts.pages.add}
        </Action>
        <Action ref={upload} icon={Check} isMain isPending={isPreparing} onClick={onUpload}>
          {texts.pages.upload}
        </Action>
      </div>
    </>
  );
}

type ActionProps = {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly icon: LucideIcon;
  readonly isMain?: boolean;
  readonly isPending?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: string;
};

function Action(props: ActionProps) {
  const {
    ref,
    icon,
    isMain = false,
    isPending = false,
    disabled = false,
    onClick,
    children,
  } = props;
  return (
    <button
      ref={ref}
      type="button"
      disabled={disabled}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      onClick={isPending ? undefined : onClick}
      className="captures-action"
    >
      <span data-main={isMain || undefined}>
        {isPending ? <SpinnerRing /> : <Icon of={icon} size={24} />}
      </span>
      {children}
    </button>
  );
}
