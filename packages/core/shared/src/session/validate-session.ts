import { isApiFailure } from '../api/api-failure';
import { send } from './api-client';

/** Whether the server still accepts the session; throws an ApiFailure when it does not answer. */
export async function validateSession(): Promise<boolean> {
  try {
    await send('auth/validate');
    return true;
  } catch (error) {
    if (isApiFailure(error) && error.status === 401) return false;
    throw error;
  }
}
