import type { ComponentType, SVGProps } from 'react';

interface ToolProps {
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  name: string;
  /** Shows the name beside the icon. */
  isNamed?: boolean;
  onPress: () => void;
}

/** A button for a message or for the list. */
export function Tool({ icon: Drawing, name, isNamed = false, onPress }: ToolProps) {
  const label = isNamed
    ? { className: 'tool-button' }
    : { className: 'icon-button', 'aria-label': name, title: name };
  return (
    <button type="button" {...label} onClick={onPress}>
      <Drawing className="usa-icon" aria-hidden="true" focusable="false" />
      {isNamed && <span>{name}</span>}
    </button>
  );
}
