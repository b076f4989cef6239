import { Link, useLocation } from "react-router";
import { navigation } from "../navigation.ts";
import { consolePaths, screens, type ShellPage } from "../routes.ts";
import { useSession } from "../session.ts";
import classes from "./navigation.module.css";

export function Navigation() {
  const session = useSession();
  const { pathname } = useLocation();
  const isAllowed = (page: ShellPage) => {
    const { needs } = screens[page];
    return needs === undefined || session.may(needs);
  };
  return (
    <nav aria-label="Main">
      {navigation.map(({ label, pages }) => (
        <div key={label ?? "work"} className={classes.group}>
          {label !== null && <div className={classes.label}>{label}</div>}
          {pages.filter(isAllowed).map((page) => (
            <Link
              key={page}
              to={consolePaths[page]}
              className={classes.link}
              aria-current={isIn(page, pathname) ? "page" : undefined}
            >
              {screens[page].title}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}

/** The board is at the root, and what it leads to is not below it. */
function isIn(page: ShellPage, pathname: string): boolean {
  const path = consolePaths[page];
  const below = page === "board" ? "/shipments" : path;
  return pathname === path || pathname.startsWith(`${below}/`);
}
