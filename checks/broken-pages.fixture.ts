/** For tests: what old libraries do to a page, by what it is. Each script is the body of a function that returns how the test undoes it. */
export const brokenPages: Readonly<Record<string, string>> = {
  'replaces the methods of arrays': `
    const original = {}
    for (const name of ['map', 'filter', 'forEach', 'find', 'findLast', 'some', 'every', 'reduce', 'flatMap', 'flat', 'at', 'includes',
      'indexOf', 'join', 'slice', 'splice', 'concat', 'sort', 'toSorted', 'reverse', 'entries', 'keys', 'fill', 'push', 'pop', 'shift']) {
      original[name] = Array.prototype[name]
      Array.prototype[name] = () => { throw new Error('The page has broken Array.prototype.' + name) }
    }
    return () => Object.assign(Array.prototype, original)`,
  'extends the prototypes of objects and arrays': `
    Object.prototype.junk = 'junk'
    Array.prototype.junk = 'junk'
    return () => { delete Object.prototype.junk; delete Array.prototype.junk }`,
  'freezes the prototypes and the globals': `
    for (const { prototype } of [Object, Array, Function, String, Map, Set, Promise, Error, Element, Node, EventTarget, WebSocket])
      Object.freeze(prototype)
    for (const frozen of [Object, Array, Promise, Math, JSON, Reflect, URL, crypto, navigator]) Object.freeze(frozen)`,
}

/**
 * The body of an asynchronous function of the page, which breaks it, creates a chat with the expression, sends two messages, begins a new
 * conversation and returns the state. It is one script, because the tools of the test need the methods, too.
 */
export function writeUseOfBrokenPage(breakPage: string, create: string): string {
  return `
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    const repair = (() => { ${breakPage} })()
    try {
      const chat = ${create}
      let answers = 0
      chat.on('message', ({ role }) => { if (role === 'assistant') answers += 1 })
      chat.open()
      for (const text of ['heart doctor near 02903', 'a woman']) {
        const before = answers
        chat.sendMessage(text)
        for (let waits = 0; waits < 500 && answers === before; waits += 1) await wait(20)
      }
      chat.newConversation()
      await wait(100)
      const { authentication, problem } = chat.state
      return { authentication, problem, answers }
    } finally {
      repair?.()
    }`
}
