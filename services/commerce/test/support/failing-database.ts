import type { Database } from '@kla/chassis'

/** Whether the n-th statement of all, from 1, breaks: before it is carried out, or after, when only its answer is lost. */
export type Breaks = (statement: number) => 'before' | 'after' | undefined

/** A database whose connections break as `breaks` says. */
export function failingDatabase(database: Database, breaks: Breaks): Database {
  let sent = 0
  const connect = async () => {
    const client = await database.connect()
    const query = async (...statement: unknown[]): Promise<unknown> => {
      const when = statement[0] === 'ROLLBACK' ? undefined : breaks(++sent)
      if (when === 'before') throw new Error('the connection broke')
      const result = await (client.query as (...values: unknown[]) => Promise<unknown>).call(client, ...statement)
      if (when === 'after') throw new Error('the answer was lost')
      return result
    }
    return new Proxy(client, { get: (target, name) => (name === 'query' ? query : bound(target, name)) })
  }
  return new Proxy(database, { get: (target, name) => (name === 'connect' ? connect : bound(target, name)) })
}

function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name)
  return typeof value === 'function' ? value.bind(target) : value
}
