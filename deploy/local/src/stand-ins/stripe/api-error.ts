/** A refusal in Stripe's shape. */
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

interface Idempotency {
  /** Answers a repeated key as before, or refuses other parameters. */
  once(key: string | undefined, request: string, work: () => object | Promise<object>): Promise<Answer>
}

interface Answer {
  readonly answer: object
  readonly replayed: boolean
}

/** Keys of refused requests stay usable, as with Stripe. */
export function createIdempotency(): Idempotency {
  const done = new Map<string, { request: string; answer: Promise<object> }>()
  return {
    async once(key, request, work) {
      const before = key === undefined ? undefined : done.get(key)
      if (before && before.request !== request) {
        const message =
          'Keys for idempotent requests can only be used with the same parameters they were first used with.'
        throw new ApiError(400, { type: 'idempotency_error', message })
      }
      if (before) return { answer: await before.answer, replayed: true }
      const answer = Promise.resolve().then(work)
      if (key !== undefined) {
        done.set(key, { request, answer })
        answer.catch(() => done.delete(key))
      }
      return { answer: await answer, replayed: false }
    },
  }
}
