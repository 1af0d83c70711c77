import { isReferenceGone } from '../../database/is-reference-gone';
import { ApiError } from '../../http/api-error';

/**
 * Writes rows of the user of a call, or of their session.
 * @throws ApiError 401 if these were deleted since the call was authenticated: it may have waited for an upload
 */
export async function requireRemainingUser<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    throw isReferenceGone(error) ? new ApiError(401, 'not-authenticated', { cause: error }) : error;
  }
}
