/** A word of a list in a text; offsets in UTF-16 units, `to` exclusive. */
interface WordPlace {
  /** Its position among the words that the matcher was made of. */
  readonly index: number
  readonly from: number
  readonly to: number
}

/** Finds the words in a text, from left to right, the longest where several begin; they do not overlap. */
export type WordMatcher = (text: string) => readonly WordPlace[]

const root = 0
const none = -1

/** Latin letters in small ones, one unit for one, so that offsets stay. */
function folded(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const isCapital = (unit >= 0x41 && unit <= 0x5a) || (unit >= 0xff21 && unit <= 0xff3a)
  return isCapital ? unit + 0x20 : unit
}

const isLatin = (text: string, at: number) => /[\p{Script=Latin}\p{N}]/u.test(text.charAt(at))

/** A word of Latin letters is no part of a longer one. */
const isWhole = (text: string, from: number, to: number) =>
  !(isLatin(text, from) && isLatin(text, from - 1)) && !(isLatin(text, to - 1) && isLatin(text, to))

/**
 * Aho and Corasick, "Efficient string matching" (1975): one pass over the text, whatever the number of words. Small and
 * capital Latin letters are the same.
 */
export function createWordMatcher(words: readonly string[]): WordMatcher {
  const trie = buildTrie(words)
  const { fail, endings, shorter } = trie
  return (text) => {
    const places: WordPlace[] = []
    let node = root
    for (let at = 0; at < text.length; at++) {
      const unit = folded(text, at)
      let next = trie.child(node, unit)
      while (next === none && node !== root) {
        node = fail[node] ?? root
        next = trie.child(node, unit)
      }
      node = next === none ? root : next
      for (let end = node; end !== root; end = shorter[end] ?? root) {
        const index = endings[end] ?? none
        if (index === none) continue
        const from = at + 1 - (words[index]?.length ?? 0)
        if (isWhole(text, from, at + 1)) places.push({ index, from, to: at + 1 })
      }
    }
    return longestOf(places)
  }
}

function longestOf(places: readonly WordPlace[]): readonly WordPlace[] {
  const longest: WordPlace[] = []
  let end = 0
  for (const place of places.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (place.from < end) continue
    longest.push(place)
    end = place.to
  }
  return longest
}

function buildTrie(words: readonly string[]) {
  const children = createChildren(words.reduce((sum, { length }) => sum + length, 0))
  /** By node: the word that ends here. */
  const endings: number[] = [none]
  const units: number[] = [0]
  const parents: number[] = [none]
  for (const [index, word] of words.entries()) {
    let node = root
    for (let at = 0; at < word.length; at++) {
      const unit = folded(word, at)
      let next = children.get(node, unit)
      if (next === none) {
        next = endings.length
        children.set(node, unit, next)
        endings.push(none)
        units.push(unit)
        parents.push(node)
      }
      node = next
    }
    if (node !== root && endings[node] === none) endings[node] = index
  }
  return { child: children.get, endings, ...linksOf({ endings, units, parents, children }) }
}

/** By node: where to go on when no child fits, and the next node on that way at which a word ends. */
function linksOf(trie: {
  readonly endings: readonly number[]
  readonly units: readonly number[]
  readonly parents: readonly number[]
  readonly children: Pick<ReturnType<typeof createChildren>, 'get'>
}) {
  const { endings, units, parents, children } = trie
  const depths = new Int32Array(endings.length)
  for (let node = 1; node < endings.length; node++) depths[node] = (depths[parents[node] ?? root] ?? 0) + 1
  // Links lead to nodes nearer to the root, so these come first.
  const byDepth = Array.from(endings.keys()).toSorted((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0))
  const fail = new Int32Array(endings.length)
  const shorter = new Int32Array(endings.length)
  for (const node of byDepth) {
    if ((depths[node] ?? 0) < 2) continue
    const unit = units[node] ?? 0
    let at = fail[parents[node] ?? root] ?? root
    let next = children.get(at, unit)
    while (next === none && at !== root) {
      at = fail[at] ?? root
      next = children.get(at, unit)
    }
    const link = next === none ? root : next
    fail[node] = link
    shorter[node] = endings[link] === none ? (shorter[link] ?? root) : link
  }
  return { fail, shorter }
}

/** Nodes by parent and unit: an open-addressing table, at most half full. A Map of each node would be most of the memory. */
function createChildren(maxNodes: number) {
  const bits = Math.max(4, Math.ceil(Math.log2(maxNodes * 2 + 1)))
  const mask = 2 ** bits - 1
  const keys = new Float64Array(mask + 1).fill(none)
  const nodes = new Int32Array(mask + 1)
  const keyOf = (node: number, unit: number) => node * 65_536 + unit
  function slotOf(node: number, unit: number): number {
    const key = keyOf(node, unit)
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> (32 - bits)
    while (keys[slot] !== none && keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }
  return {
    get(node: number, unit: number): number {
      const slot = slotOf(node, unit)
      return keys[slot] === none ? none : (nodes[slot] ?? none)
    },
    set(node: number, unit: number, child: number): void {
      const slot = slotOf(node, unit)
      keys[slot] = keyOf(node, unit)
      nodes[slot] = child
    },
  }
}
