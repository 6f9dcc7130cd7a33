/** Adds an item to an array. Old libraries on a page replace methods of arrays, so the interface calls none. */
export function append<Item>(items: Item[], item: Item): void {
  items[items.length] = item
}
