/** Adds an item to an array. Old libraries on a page replace the methods of arrays, so the client calls none. */
export function append<Item>(items: Item[], item: Item): void {
  items[items.length] = item
}
