import { NavLink } from "react-router";
import { navigation } from "../navigation.ts";
import { consolePaths, screens, type ShellPage } from "../routes.ts";
import { useSession } from "../session.ts";
import classes from "./navigation.module.css";

export function Navigation() {
  const session = useSession();
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
            <NavLink
              key={page}
              to={consolePaths[page]}
              end={page === "board"}
              className={classes.link ?? ""}
            >
              {screens[page].title}
            </NavLink>
          ))}
        </div>
      ))}
    </nav>
  );
}
