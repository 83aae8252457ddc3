export interface Disposable {
  dispose(): void | Promise<void>
}

/** Collects what has a lifetime and undoes it in reverse order of creation. */
export class Disposables implements Disposable {
  readonly #items: Disposable[] = []

  add<T extends Disposable>(item: T): T {
    this.#items.push(item)
    return item
  }

  async dispose(): Promise<void> {
    for (const item of this.#items.splice(0).reverse()) await item.dispose()
  }
}
