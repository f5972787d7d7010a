interface Gone {
  /** Nodes that others put in its place. */
  readonly successor: Node | undefined
  readonly next: Node | null
}

/** React marks every node that it makes, and no other. */
const isReacts = (node: Node): boolean => Object.keys(node).some((key) => key.startsWith('__react'))

/** React's outermost nodes below `root`. */
function reactsBelow(root: Node): Node[] {
  if (isReacts(root)) return [root]
  return [...root.childNodes].flatMap(reactsBelow)
}

/**
 * Keeps React working on a page that translations and extensions change too. They replace, wrap, insert and remove
 * nodes, so that React's next `removeChild` or `insertBefore` would throw and end the page, and its texts would change
 * out of sight. A replaced node first goes back into its place (a translation takes it up again), a wrapped one leaves
 * its wrapper, and a removed one stays removed. Must run once, before the first render.
 */
export function withstandForeignNodes(): void {
  const { prototype } = Node
  const { appendChild, insertBefore, removeChild } = prototype
  const gone = new WeakMap<Node, Gone>()
  /** Nodes that others have added since the browser last reported changes. */
  const added = new Set<Node | null>()

  const remember = (records: readonly MutationRecord[]) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const foreign = [...addedNodes].filter((node) => !isReacts(node))
      for (const node of removedNodes) {
        // Replaced in one step, or in two: the successor first comes beside it.
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

  /** Puts a node that others replaced back into its place. */
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
      // Before the wrapper, unless others come first in it.
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
