interface Gone {
  readonly successor: Node | undefined
  readonly next: Node | null
}

/** React marks every node that it makes. */
const isReacts = (node: Node): boolean => Object.keys(node).some((key) => key.startsWith('__react'))

function reactsBelow(root: Node): Node[] {
  if (isReacts(root)) return [root]
  return [...root.childNodes].flatMap(reactsBelow)
}

/**
 * Keeps React working while translations and extensions move its nodes, which would make `removeChild` or
 * `insertBefore` throw. Must run once, before the first render.
 */
export function withstandForeignNodes(): void {
  const { prototype } = Node
  const { appendChild, insertBefore, removeChild } = prototype
  const gone = new WeakMap<Node, Gone>()
  /** Nodes added since the last report of changes. */
  const added = new Set<Node | null>()

  const remember = (records: readonly MutationRecord[]) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const foreign = [...addedNodes].filter((node) => !isReacts(node))
      for (const node of removedNodes) {
        // Some replace in two steps: the successor first comes beside the node.
        const successor = foreign[0] ?? [previousSibling, nextSibling].find((node) => added.has(node)) ?? undefined
        gone.set(node, { successor, next: nextSibling })
        if (successor) changes.observe(node, { characterData: true })
      }
      for (const node of foreign) added.add(node)
    }
    for (const { type, target } of records) if (type === 'characterData') bringBack(target)
  }
  const changes = new MutationObserver((records) => {
    remember(records)
    added.clear()
  })
  changes.observe(document, { childList: true, subtree: true })

  const bringBack = (node: Node) => {
    remember(changes.takeRecords())
    if (node.parentNode) return
    let successor = gone.get(node)?.successor
    while (successor && !successor.parentNode) successor = gone.get(successor)?.successor
    const place = successor?.parentNode
    if (!successor || !place) return
    for (const kept of [node, ...reactsBelow(successor)]) insertBefore.call(place, kept, successor)
    removeChild.call(place, successor)
  }

  Object.assign(prototype, {
    appendChild(this: Node, node: Node) {
      bringBack(node)
      return appendChild.call(this, node)
    },
    insertBefore(this: Node, node: Node, before: Node | null) {
      bringBack(node)
      if (before) bringBack(before)
      let at = before
      while (at && !this.contains(at) && gone.has(at)) at = gone.get(at)?.next ?? null
      if (!at || !this.contains(at)) return insertBefore.call(this, node, at)
      // Before the wrapper, if it begins with this node.
      while (at.parentNode && at.parentNode !== this && at === at.parentNode.firstChild) at = at.parentNode
      return insertBefore.call(at.parentNode ?? this, node, at)
    },
    removeChild(this: Node, node: Node) {
      bringBack(node)
      let place: Node | null = gone.has(node) ? node.parentNode : this
      if (!place) return node
      removeChild.call(place, node)
      while (place && place !== this && this.contains(place) && reactsBelow(place).length === 0) {
        const wrapper: Node = place
        place = wrapper.parentNode
        place?.removeChild(wrapper)
      }
      return node
    },
  })
}
