import { useDisclosure } from "@mantine/hooks";
import { Cross1Icon, HamburgerMenuIcon, MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { KeySheet, Keys, PendingKeys } from "../../keys/index.ts";
import { Corner, live, LiveBanner, LiveLamp } from "../../live/index.ts";
import { ExactTimeTip } from "../../ui/exact-time-tip.tsx";
import { LoadingState, requestFocus } from "../../ui/index.ts";
import { FindDialog, type FindHandle } from "../find/find-dialog.tsx";
import { Navigation } from "./navigation.tsx";
import { SessionGate } from "./session-gate.tsx";
import classes from "./shell.module.css";
import { useShellKeys } from "./shell-keys.ts";
import { UserMenu } from "./user-menu.tsx";

/** Around every screen of a signed-in user. */
export function Shell() {
  return (
    <SessionGate>
      <Frame />
    </SessionGate>
  );
}

function Frame() {
  const [menuIsOpen, menu] = useDisclosure(false);
  const find = useRef<FindHandle>(null);
  const openFind = () => find.current?.open();
  const [sheetIsOpen, sheet] = useDisclosure(false);
  const loading = useNavigation().state === "loading";
  const queryClient = useQueryClient();
  useFocusAfterNavigation(menu.close);
  useShellKeys({ find: openFind, sheet: sheet.open });
  useEffect(() => live.start(queryClient), [queryClient]);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <header className={classes.header}>
        <button
          type="button"
          className={classes.burger}
          aria-expanded={menuIsOpen}
          aria-label={menuIsOpen ? "Close the menu" : "Open the menu"}
          onClick={menu.toggle}
        >
          {menuIsOpen ? <Cross1Icon aria-hidden /> : <HamburgerMenuIcon aria-hidden />}
        </button>
        <Link to="/" className={classes.name}>
          Shipment tracking
        </Link>
        <button
          type="button"
          aria-label="Find a shipment or command"
          className={classes.find}
          onClick={openFind}
        >
          <MagnifyingGlassIcon aria-hidden />
          <span className={classes.findWords}>Find a shipment or command</span>
          <span className={classes.findKeys}>
            <Keys keys="/" />
          </span>
        </button>
        <span className={classes.space} />
        <LiveLamp />
        <UserMenu onKeys={sheet.open} />
      </header>
      <div className={classes.side} data-open={menuIsOpen}>
        <Navigation />
      </div>
      <main id="main" tabIndex={-1} className={classes.main} data-loading={loading}>
        <LiveBanner />
        <div className={classes.content}>
          <Suspense fallback={<LoadingState />}>
            <Outlet />
          </Suspense>
        </div>
      </main>
      <FindDialog handle={find} />
      <KeySheet opened={sheetIsOpen} onClose={sheet.close} />
      <PendingKeys />
      <Corner />
      <ExactTimeTip />
      <ScrollRestoration />
    </div>
  );
}

/** Not after the first one, and not when only the search part changes. */
function useFocusAfterNavigation(closeMenu: () => void): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  const close = useEffectEvent(closeMenu);
  // before the effect in which the heading of the new screen looks for it
  useLayoutEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    requestFocus();
    close();
  }, [pathname]);
}
