import { ActionIcon, Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { CheckIcon, CopyIcon } from "@radix-ui/react-icons";

/** Copies a text; says so to everybody. With `children` it is a button with words. */
export function CopyButton({
  value,
  label = "Copy",
  children,
}: {
  readonly value: string;
  readonly label?: string;
  readonly children?: string;
}) {
  const clipboard = useClipboard({ timeout: 1_500 });
  const icon = clipboard.copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />;
  const copy = () => clipboard.copy(value);
  return (
    <>
      {children === undefined ? (
        <ActionIcon size="sm" title={label} aria-label={label} onClick={copy}>
          {icon}
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={icon} onClick={copy}>
          {clipboard.copied ? "Copied" : children}
        </Button>
      )}
      <span className="st-hidden" role="status">
        {clipboard.copied ? "Copied" : ""}
      </span>
    </>
  );
}
