/** A refusal in the shape of Stripe's. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; message: string; param?: string; code?: string; decline_code?: string },
  ) {
    super(error.message)
  }
}

export const invalidRequest = (message: string, param?: string, code?: string): ApiError =>
  new ApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  })

export const missing = (what: string, id: string): ApiError =>
  new ApiError(404, {
    type: 'invalid_request_error',
    message: `No such ${what}: '${id}'`,
    param: what === 'checkout.session' ? 'session' : what,
    code: 'resource_missing',
  })
