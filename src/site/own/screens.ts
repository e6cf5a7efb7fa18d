import { confirmAddressScreen } from '../account/confirm-address.ts';
import { accountData } from '../account/data.ts';
import { codeScreen } from '../account/enter.ts';
import { returnScreen } from '../account/provider.ts';
import { forgotPasswordScreen, resetPasswordScreen } from '../account/reset-password.ts';
import { settingsScreen } from '../account/settings.ts';
import { demoScreen, signInScreen } from '../account/sign-in.ts';
import { signOutScreen } from '../account/sign-out.ts';
import { signUpScreen, verifyEmailScreen } from '../account/sign-up.ts';
import { keyScreen, portalScreen } from './key.ts';
import { testToolScreen } from './test-tool.ts';
import { usageFile, usageScreen } from './usage.ts';

/** Signing up and in, and what belongs to an account. */
export const ownScreens = [
  signUpScreen,
  verifyEmailScreen,
  signInScreen,
  codeScreen,
  demoScreen,
  returnScreen,
  signOutScreen,
  forgotPasswordScreen,
  resetPasswordScreen,
  settingsScreen,
  confirmAddressScreen,
  accountData,
  portalScreen,
  keyScreen,
  usageScreen,
  usageFile,
  testToolScreen,
];
