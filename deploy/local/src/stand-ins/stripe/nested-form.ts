/** A form whose names have brackets, as a tree: `a[b][0]=c` is `{ a: { b: { 0: 'c' } } }`. */
export interface Tree {
  readonly [name: string]: Tree | string | undefined
}

interface Branch {
  [name: string]: Branch | string
}

/** Reads a form body. Undefined where a name is used as a text and as a branch. */
export function readNestedForm(body: string): Tree | undefined {
  const root = newBranch()
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/\[|\]\[|\]$/).filter((part, index) => index === 0 || part !== '')
    const last = path.pop() ?? ''
    let branch = root
    for (const part of path) {
      const next = (branch[part] ??= newBranch())
      if (typeof next === 'string') return undefined
      branch = next
    }
    if (typeof branch[last] === 'object') return undefined
    branch[last] = value
  }
  return root
}

// Without a prototype, so that no name means anything.
const newBranch = (): Branch => Object.create(null) as Branch

/** The text at a path, if there is one. */
export function textAt(tree: Tree, ...path: readonly string[]): string | undefined {
  const found = path.reduce<Tree | string | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), tree)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** The branch at a name; empty if there is none. */
export function branchAt(tree: Tree, name: string): Tree {
  const found = tree[name]
  return typeof found === 'object' ? found : {}
}
