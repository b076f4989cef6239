import { Placeholder } from "../ui/index.ts";

export function UsersScreen() {
  return <Placeholder title="Users" />;
}
