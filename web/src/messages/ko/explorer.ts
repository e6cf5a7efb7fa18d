export const explorer = {
  title: '둘러보기',
};
