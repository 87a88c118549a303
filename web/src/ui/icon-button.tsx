import { PlainIconButton, type PlainIconButtonProps } from "./plain-icon-button.tsx";
import { Tooltip } from "./tooltip.tsx";

type IconButtonProps = PlainIconButtonProps & {
  /** `false` in long lists: the browser's own title then explains the icon at no cost. */
  readonly tooltip?: boolean;
  readonly tooltipSide?: "top" | "bottom" | "left" | "right";
};

/** An icon that is a button, with its name as a tooltip. */
export function IconButton({ tooltip = true, tooltipSide, ...button }: IconButtonProps) {
  if (!tooltip) return <PlainIconButton {...button} />;
  return (
    <Tooltip text={button.label} side={tooltipSide}>
      <PlainIconButton title="" {...button} />
    </Tooltip>
  );
}
