/** An object that a test may change at will. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Draft = any

/** The object of this kind and name, which must be there. */
export function find(drafts: Draft[], kind: string, name: string): Draft {
  const found: Draft = drafts.find((draft) => draft.kind === kind && draft.metadata.name === name)
  if (found === undefined) throw new Error(`No ${kind}/${name}`)
  return found
}

/** The pod of a Deployment, and its first container. */
export const podOf = (drafts: Draft[], name: string): Draft => find(drafts, 'Deployment', name).spec.template.spec
export const containerOf = (drafts: Draft[], name: string): Draft => podOf(drafts, name).containers[0]

/** A plain variable of that container, which must be there. */
export const variableOf = (drafts: Draft[], name: string, variable: string): Draft =>
  containerOf(drafts, name).env.find((candidate: Draft) => candidate.name === variable)

/** Takes the object out. */
export function remove(drafts: Draft[], kind: string, name: string): void {
  drafts.splice(drafts.indexOf(find(drafts, kind, name)), 1)
}
