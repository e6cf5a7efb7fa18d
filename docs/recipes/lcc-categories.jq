# The outline of the Library of Congress Classification, as categories. The narrowest of several parents counts.
.[][] | {
  kind: "category",
  categoryId: .id,
  categoryName: (.subject | gsub("\\s+"; " ")),
} + (if .parents | length == 0 then {} else { parentId: .parents[-1] } end)
