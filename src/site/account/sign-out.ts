import { html } from '../../http/html.ts';
import { CHANGING } from '../kit/limits.ts';
import { form, goTo, screen } from '../kit/screen.ts';

/** Ends the session of this browser. Its form is in the header of every page. */
export const signOutScreen = screen('/portal/sign-out', {
  needs: 'account',
  show: async (visit) => ({ title: visit.words('frame')('signOut'), body: html`` }),
  forms: {
    'sign-out': form('account', CHANGING, {}, async ({ services, sessionToken, reply }) => {
      await services.identity.signOut(sessionToken);
      services.cookies.clearSession(reply);
      return goTo('/');
    }),
  },
});
