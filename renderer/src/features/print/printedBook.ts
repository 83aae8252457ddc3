import './print.css'

/** What is on the title page. */
export interface TitlePage {
  /** The title of the book. */
  readonly title: string
  /** Below it; empty: nothing. */
  readonly by: string
}

const rootClass = 'printing'

/**
 * Puts a book into the document, where it is seen on paper only and everything else on the screen only. `page` is a page
 * of HTML as `book:export` makes it: its sections are the chapters. Nothing in it can be followed or run. Returns what
 * takes it out again.
 */
export const placeBook = (page: string, { title, by }: TitlePage, document: Document): (() => void) => {
  const parsed = new DOMParser().parseFromString(page, 'text/html')
  const book = document.createElement('div')
  book.className = 'printed-book'
  book.lang = parsed.documentElement.lang
  const front = document.createElement('section')
  front.className = 'title-page'
  const heading = document.createElement('p')
  heading.className = 'book-title'
  heading.textContent = title
  const author = document.createElement('p')
  author.textContent = by
  front.append(heading, author)
  book.append(front, ...parsed.querySelectorAll('section'))
  for (const link of book.querySelectorAll('[href]')) link.removeAttribute('href')
  // The policy of this page lets no style of an element through.
  for (const styled of book.querySelectorAll('[style]')) {
    styled.removeAttribute('style')
    styled.classList.add('small-caps')
  }
  document.body.append(book)
  document.documentElement.classList.add(rootClass)
  return () => {
    book.remove()
    document.documentElement.classList.remove(rootClass)
  }
}

/** The author that a page of HTML names; empty: none. */
export const authorIn = (page: string): string =>
  new DOMParser()
    .parseFromString(page, 'text/html')
    .querySelector('meta[name="author"]')
    ?.getAttribute('content') ?? ''
