/** The style sheet, which the build inserts from `style-sheet.css` without its comments and spaces. */
declare const STYLE_SHEET: string

export const styleSheet = STYLE_SHEET
