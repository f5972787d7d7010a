import type { Definition, RequestOf } from '@kla/chassis'
import type { Permission, Reason } from '@kla/proto/web'

/**
 * The allowed principals of a method. `service`: any caller within the cluster, without a principal.
 * `also banned`: players, and those who may do nothing else. `administrator`: any of them.
 * `viewer`: players of age, and administrators who see clips.
 */
export type Access = 'service' | 'viewer' | 'player' | 'also banned' | 'administrator' | Permission

/** A method, a request that is well formed, and what those get for it whom it is for. */
export interface Row<Request> {
  readonly access: Access | readonly Permission[]
  /** Made anew for each caller, by the caller's number. */
  readonly request: (turn: number) => Request
  readonly answer: 'ok' | Reason
}

/** A row for every method of a service: one that is missing does not compile. */
export type Rows<D extends Definition> = { readonly [Method in keyof D]: Row<RequestOf<D[Method]>> }

export const row = <Request extends object>(
  access: Access | readonly Permission[],
  answer: 'ok' | Reason,
  request: Request | ((turn: number) => Request),
): Row<Request> => ({ access, answer, request: typeof request === 'function' ? request : () => request })

/** Of nothing that exists. */
export const NO_ID = 999_999_999
export const NO_ROOM = '01890000-0000-7000-8000-000000000000'
export const SOME_COMMAND = '01890000-0000-7000-8000-000000000001'
