import type { ReactNode } from "react";
import { ForbiddenState } from "../ui/index.ts";
import type { ScreenInfo } from "./routes.ts";
import { useSession } from "./session.ts";
import { useTitle } from "./title.ts";

/** A screen in the shell: its title, and whether the user may see it. */
export function Screen({
  info,
  children,
}: {
  readonly info: ScreenInfo;
  readonly children: ReactNode;
}) {
  const session = useSession();
  useTitle(info.title);
  if (info.needs !== undefined && !session.may(info.needs)) {
    return <ForbiddenState title={info.title} needs={info.needs} />;
  }
  return children;
}
