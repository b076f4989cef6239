import { Menu, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { CaretDownIcon, CheckIcon } from "@radix-ui/react-icons";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { api, send } from "../../api/index.ts";
import { useSession } from "../session.ts";
import classes from "./user-menu.module.css";

const schemes = [
  ["light", "Light"],
  ["dark", "Dark"],
  ["auto", "As the system"],
] as const;

export function UserMenu({ onKeys }: { onKeys(): void }) {
  const session = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`${session.name}: your menu`}>
          <span className={classes.name}>{session.name}</span>
          <CaretDownIcon aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {session.email}
          <br />
          {session.tenant.name}, {session.role}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        {schemes.map(([value, label]) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            onClick={() => setColorScheme(value)}
            leftSection={
              <CheckIcon aria-hidden visibility={colorScheme === value ? "visible" : "hidden"} />
            }
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onKeys}>Keys</Menu.Item>
        <Menu.Item component={Link} to="/settings">
          Settings
        </Menu.Item>
        <Menu.Item onClick={signOut}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
