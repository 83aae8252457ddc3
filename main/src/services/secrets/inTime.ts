/** `find`, that rejects with a `TimeoutError` when its answer is later than `patienceMs`. */
export function inTime<T>(
  find: (text: string) => Promise<T>,
  patienceMs: number,
): (text: string) => Promise<T> {
  return (text) =>
    new Promise((resolve, reject) => {
      const late = () => reject(new DOMException('late', 'TimeoutError'))
      const timer = setTimeout(late, patienceMs)
      find(text)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
}
