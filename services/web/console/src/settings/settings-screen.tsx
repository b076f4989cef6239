import { Switch, useMantineColorScheme } from "@mantine/core";
import { useSession } from "../app/session.ts";
import { useSingleKeys } from "../keys/index.ts";
import { Facts, PageHeader, Section } from "../ui/index.ts";
import { roleMeanings, roleWords } from "../users/roles.ts";
import { CompanySettings } from "./company-settings.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { Sessions } from "./sessions.tsx";
import classes from "./settings.module.css";

export function SettingsScreen() {
  const session = useSession();
  return (
    <>
      <PageHeader title="Settings" />
      <Section title="You">
        <Facts
          items={[
            ["E-mail", session.email],
            ["Role", `${roleWords[session.role]}. ${roleMeanings[session.role]}`],
          ]}
        />
        <ProfileForm name={session.name} />
      </Section>
      <Section title="This device">
        <Device />
      </Section>
      <Section title="Password">
        <PasswordForm email={session.email} />
      </Section>
      <Section title="Where you are signed in">
        <Sessions />
      </Section>
      <Section title="Your company">
        <CompanySettings mayChange={session.may("tenant:write")} />
      </Section>
    </>
  );
}

const schemes = [
  ["light", "Light"],
  ["dark", "Dark"],
  ["auto", "As the system"],
] as const;

function Device() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  return (
    <div className={classes.device}>
      <fieldset className={classes.colours}>
        <legend>Colours</legend>
        {schemes.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="settings-colours"
              checked={colorScheme === value}
              onChange={() => setColorScheme(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Switch
        size="sm"
        label="Single keys"
        description="n, x, e and the others without Ctrl. Switch them off if you speak to your computer or press keys by accident."
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </div>
  );
}
