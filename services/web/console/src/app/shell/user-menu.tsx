import { Popover, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { CaretDownIcon } from "@radix-ui/react-icons";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { api, send } from "../../api/index.ts";
import { useSession } from "../session.ts";
import classes from "./user-menu.module.css";

/** Who is signed in, and what concerns this person and this device alone. */
export function UserMenu({ onKeys }: { onKeys(): void }) {
  const session = useSession();
  const [opened, menu] = useDisclosure(false);
  const signOut = useSignOut();
  return (
    <Popover
      opened={opened}
      onChange={(open) => (open ? menu.open() : menu.close())}
      position="bottom-end"
      width={240}
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.button}
          aria-label={`${session.name}: your menu`}
          onClick={menu.toggle}
        >
          <span className={classes.name}>{session.name}</span>
          <CaretDownIcon aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label="Your menu">
        <p className={classes.who}>
          {session.email}
          <br />
          {session.tenant.name}, {session.role}
        </p>
        <ColourChoice />
        <div className={classes.actions}>
          <button
            type="button"
            className={classes.action}
            onClick={() => {
              menu.close();
              onKeys();
            }}
          >
            Keys
          </button>
          <Link to="/settings" className={classes.action} onClick={menu.close}>
            Settings
          </Link>
          <button type="button" className={classes.action} onClick={signOut}>
            Sign out
          </button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

const schemes = [
  ["light", "Light"],
  ["dark", "Dark"],
  ["auto", "As the system"],
] as const;

function ColourChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <fieldset className={classes.colours}>
      <legend>Colours</legend>
      {schemes.map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name="colours"
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function useSignOut(): () => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return () => {
    const leave = async () => {
      await send(api.POST("/api/auth/logout")).catch(() => undefined);
      await navigate("/login");
      // nothing of the company stays in this page
      queryClient.clear();
    };
    void leave();
  };
}
