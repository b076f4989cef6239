import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { isStatus } from "../../api/index.ts";
import { signedOut } from "../../api/signed-out.ts";
import { ErrorState, LoadingState } from "../../ui/index.ts";
import { useSessionState } from "../session.ts";
import { loginAddress } from "../sign-in-address.ts";

/** Shows the shell to who is signed in, and the sign-in page, with the way back, to everybody else. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const session = useSessionState();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const leave = isStatus(session.error, 401);
  useEffect(() => {
    const toLogin = () => void navigate(loginAddress(pathname + search), { replace: true });
    if (leave) toLogin();
    return signedOut.listen(toLogin);
  }, [leave, navigate, pathname, search]);
  if (session.data !== undefined) return children;
  if (session.error !== null && !leave) {
    return (
      <main>
        <ErrorState error={session.error} retry={() => void session.refetch()} />
      </main>
    );
  }
  return <LoadingState label="Loading the console" />;
}
