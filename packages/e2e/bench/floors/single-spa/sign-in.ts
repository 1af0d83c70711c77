import { SignInForm } from '../parts/sign-in-form';
import { createApplication } from './react-application';

export const { bootstrap, mount, unmount } = createApplication(SignInForm, 'content');
