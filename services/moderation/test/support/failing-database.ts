import type { Database } from '@kla/chassis'

/** Asked with every statement: whether it fails before it is carried out, or after, when only its answer is lost. */
export type Breaks = () => 'before' | 'after' | undefined

/** A database whose connections break as `breaks` says. */
export function failingDatabase(database: Database, breaks: Breaks): Database {
  const breaking =
    (target: { query: unknown }) =>
    async (...statement: unknown[]): Promise<unknown> => {
      const when = statement[0] === 'ROLLBACK' ? undefined : breaks()
      if (when === 'before') throw new Error('the connection broke')
      const result: unknown = await (target.query as (...of: unknown[]) => Promise<unknown>).call(target, ...statement)
      if (when === 'after') throw new Error('the answer was lost')
      return result
    }
  const wrap = <T extends { query: unknown }>(target: T, own: Partial<Record<string | symbol, unknown>>): T =>
    new Proxy(target, {
      get(_target, name) {
        if (name in own) return own[name]
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  const connect = async () => {
    const client = await database.connect()
    return wrap(client, { query: breaking(client) })
  }
  return wrap(database, { connect, query: breaking(database) })
}
