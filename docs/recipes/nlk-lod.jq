# Linked open data of the National Library of Korea, as items. A property holds a text or several.
def texts: if . == null then [] elif type == "array" then . else [.] end;
def first_of: texts | first;

.["@graph"][]? | select(.title != null) | {
  kind: "item",
  externalId: .["@id"],
  title: (.title | first_of),
  authors: [.creator | texts[] | { author: . }],
  publisher: (.publisher | first_of // ""),
  publishDate: (.issuedYear | first_of // "" | if test("^[0-9]{4}$") then . else "" end),
  isbn10: (.isbn | first_of // "" | gsub("[^0-9X].*$"; "") | if length == 10 then . else "" end),
  catalog: "BOOK",
  categoryIds: ["kdc-" + (.kdc | first_of // "0" | .[0:1])],
  contentDetail: {
    bookIntroduction: (.description | texts | join("\n")),
    tableOfContents: (.tableOfContents | texts | join("\n")),
  },
}
