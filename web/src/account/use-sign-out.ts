import { useNavigate } from '@tanstack/react-router';
import { postPortal } from '../api.ts';
import { useAction } from '../forms/use-action.tsx';
import { leaveSession } from './adopt-session.ts';

/** Signs this browser out, or all of them, and leads to the sign-in page, which says so. */
export function useSignOut() {
  const navigate = useNavigate();
  const { busy, fault, notice, run } = useAction();
  const leave = (path: '/sign-out' | '/sign-out-everywhere', after: 'out' | 'outHere') =>
    run(async () => {
      await postPortal(path, {});
      await leaveSession(() => navigate({ to: '/portal/sign-in', search: { after } }));
    });
  return {
    busy,
    fault,
    notice,
    signOut: () => leave('/sign-out', 'outHere'),
    signOutEverywhere: () => leave('/sign-out-everywhere', 'out'),
  };
}
